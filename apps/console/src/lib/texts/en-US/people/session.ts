import type zh from '../../zh-CN/people/session.ts'

const texts: Record<keyof typeof zh, string> = {
  'second.title': 'Second step',
  'second.explain': 'Enter the six digits of your authenticator app, or a recovery code.',
  'second.code': 'Code or recovery code',
  'second.code.required': 'Please input your code!',
  'second.submit': 'Verify and sign in',
  'second.back': 'Back to sign-in',
  'second.enrol.title': 'Set up the second step',
  'second.enrol.explain':
    'Your company requires a second step. Scan the code with an authenticator app, then enter the six digits that it shows.',
  'second.enrol.submit': 'Set up and sign in',
  'second.enrol.failed': 'Setting up could not begin. Please retry.',
  'second.recovery.title': 'Keep your recovery codes',
  'second.recovery.continue': 'I have kept them, continue',

  'forgot.title': 'Forgot password',
  'forgot.explain': 'Enter your username or e-mail address. We will e-mail you a link to set a new password; it works for 30 minutes.',
  'forgot.account': 'Username or e-mail',
  'forgot.account.required': 'Please input your username or e-mail!',
  'forgot.submit': 'Send the link',
  'forgot.sent': 'If that account exists, the link is on its way to its e-mail address. Please look into your inbox, and the spam folder.',
  'forgot.unavailable': 'No mail service is set up in this installation. Please ask the administrator of your company.',

  'reset.title': 'Set a new password',
  'reset.explain': 'All your sessions will end; sign in again with the new password.',
  'reset.submit': 'Set the password',
  'reset.done': 'Your new password is set. Please sign in.',
  'undoEmail.title': 'Undo the change of address',
  'undoEmail.explain': 'If it was not you who changed the e-mail address of your account, undo it here.',
  'undoEmail.effect':
    'Your account then has its former address again, everyone who is signed in to it is signed out, the password stops working, and you choose a new one.',
  'undoEmail.submit': 'Undo the change',
  'undoEmail.done':
    'The account {username} has the address {email} again, and nobody is signed in to it. Please choose a new password now.',
  'undoEmail.over':
    'This link is not valid, was used already, or has expired (it works for 3 days). If something is still wrong with your account, tell your company’s administrator at once.',
  'undoEmail.toForgot': 'Choose a new password',
  'link.broken': 'The link is not complete. Please open it from the e-mail again.',
  'link.again': 'Send another link',
  'action.toLogin': 'Go to sign-in',

  'password.new': 'New password',
  'password.new.required': 'Please input your new password!',
  'password.repeat': 'Repeat the password',
  'password.repeat.required': 'Please repeat your new password!',
  'password.repeat.differs': 'The two passwords differ!',

  'oidc.failed': 'Single sign-on was not completed',
  'oidc.cancelled': 'The identity provider sent no result; you may have cancelled.',
  'oidc.foreign': 'This sign-in was not started in this browser window. Please start again.',
  'oidc.bound': 'Bound',
  'oidc.toSettings': 'Back to personal settings',
}
export default texts
