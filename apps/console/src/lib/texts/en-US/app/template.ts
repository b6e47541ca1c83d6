/**
 * The menu names of the customer's template, which the language packs carry (spec §2). No page of
 * ours shows them, so no page loads this pack; it is here for pages that the customer adds.
 */
export default {
  'menu.dashboard': 'Dashboard',
  'menu.dashboard.analysis': 'Analysis',
  'menu.dashboard.monitor': 'Monitor',
  'menu.dashboard.workplace': 'Workplace',
  'menu.exception': 'Exception',
  'menu.exception.403': '403',
  'menu.exception.404': '404',
  'menu.exception.500': '500',
  'menu.exception.trigger': 'Trigger',
  'menu.form': 'Form',
  'menu.form.basicForm': 'Basic Form',
  'menu.form.stepForm': 'Step Form',
  'menu.form.advancedForm': 'Advanced Form',
  'menu.list': 'List',
  'menu.list.tableList': 'Search Table',
  'menu.list.basicList': 'Basic List',
  'menu.list.cardList': 'Card List',
  'menu.list.searchList': 'Search List',
  'menu.profile': 'Profile',
  'menu.profile.basic': 'Basic Profile',
  'menu.profile.advanced': 'Advanced Profile',
  'menu.result': 'Result',
  'menu.result.success': 'Success',
  'menu.result.fail': 'Fail',
  'menu.editor': 'Graphic Editor',
  'menu.editor.flow': 'Flow Editor',
  'menu.editor.mind': 'Mind Editor',
  'menu.editor.koni': 'Koni Editor',
}
