import type zh from '../../zh-CN/app/app.ts'

const texts: Record<keyof typeof zh, string> = {
  loading: 'Loading',
  'action.retry': 'Retry',
  'action.home': 'Back to home',
  'menu.root': 'Home',
  'menu.user': 'Sign in',
  'menu.login': 'Sign in',
  'menu.forgot': 'Forgot password',
  'menu.reset': 'New password',
  'menu.undoEmail': 'Undo email change',
  'menu.oidc': 'Single sign-on',
  'menu.invitation': 'Invitation',
  'menu.mailbox': 'Development mailbox',
  'menu.gallery': 'Component gallery',
  'toast.close': 'Close this message',
  'language.label': 'Language',
  'copy.done': 'Copied',
  'copy.failed': 'The browser does not allow copying. Select the text and copy it.',

  'error.status': 'Response status:{status}',
  'error.notCertain': 'Checking whether this was done…',
  'error.notCertainHint': 'Not certain yet. Wait a moment: there is no need to do it again.',
  'error.noResponse': 'None response! Please retry.',
  'error.other': 'Request error, please retry.',

  'notFound.title': 'Page not found',
  'notFound.description': 'The page does not exist or has moved. Check the address.',
  'chunk.title': 'The page failed to load',
  'chunk.description':
    'The connection may be unstable, or the system was just updated. Retry to load the latest version.',
  'crash.title': 'Something went wrong on this page',
  'crash.description':
    'Your submitted data is safe. Retry, and contact your administrator if the error comes back.',

  'pwa.offline': 'You are offline now',
  'pwa.update.title': 'New content is available',
  'pwa.update.description':
    'Please press the "Refresh" button to reload the page. Save your work first.',
  'pwa.update.refresh': 'Refresh',
}
export default texts
