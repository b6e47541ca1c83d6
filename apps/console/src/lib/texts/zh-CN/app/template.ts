/**
 * The menu names of the customer's template, which the language packs carry (spec §2). No page of
 * ours shows them, so no page loads this pack; it is here for pages that the customer adds.
 */
export default {
  'menu.dashboard': '仪表盘',
  'menu.dashboard.analysis': '分析页',
  'menu.dashboard.monitor': '监控页',
  'menu.dashboard.workplace': '工作台',
  'menu.exception': '异常页',
  'menu.exception.403': '403',
  'menu.exception.404': '404',
  'menu.exception.500': '500',
  'menu.exception.trigger': '触发错误',
  'menu.form': '表单页',
  'menu.form.basicForm': '基础表单',
  'menu.form.stepForm': '分步表单',
  'menu.form.advancedForm': '高级表单',
  'menu.list': '列表页',
  'menu.list.tableList': '查询表格',
  'menu.list.basicList': '标准列表',
  'menu.list.cardList': '卡片列表',
  'menu.list.searchList': '搜索列表',
  'menu.profile': '详情页',
  'menu.profile.basic': '基础详情页',
  'menu.profile.advanced': '高级详情页',
  'menu.result': '结果页',
  'menu.result.success': '成功页',
  'menu.result.fail': '失败页',
  'menu.editor': '图形编辑器',
  'menu.editor.flow': '流程编辑器',
  'menu.editor.mind': '脑图编辑器',
  'menu.editor.koni': '拓扑编辑器',
}
