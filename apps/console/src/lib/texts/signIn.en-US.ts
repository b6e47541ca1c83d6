import type zh from './signIn.zh-CN.ts'

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
  'link.broken': 'The link is not complete. Please open it from the e-mail again.',
  'link.again': 'Send another link',
  'action.toLogin': 'Go to sign-in',

  'password.new': 'New password',
  'password.new.required': 'Please input your new password!',
  'password.repeat': 'Repeat the password',
  'password.repeat.required': 'Please repeat your new password!',
  'password.repeat.differs': 'The two passwords differ!',

  'invitation.title': 'Welcome to {company}',
  'invitation.explain': 'Hello {name}! Choose a password; then sign in as {username}.',
  'invitation.expires': 'This invitation is good until {time}',
  'invitation.submit': 'Set the password and join',
  'invitation.done': 'Your account is ready. Please sign in as {username}.',
  'invitation.over': 'This invitation cannot be used',
  'invitation.ask': 'Please ask the administrator of your company for another one.',

  'oidc.failed': 'Single sign-on was not completed',
  'oidc.cancelled': 'The identity provider sent no result; you may have cancelled.',
  'oidc.foreign': 'This sign-in was not started in this browser window. Please start again.',
  'oidc.bound': 'Bound',
  'oidc.toSettings': 'Back to personal settings',

  'mailbox.title': 'Development mailbox',
  'mailbox.explain': 'Development sends no e-mails or text messages. They are all here, newest first.',
  'mailbox.mail': 'E-mail',
  'mailbox.sms': 'Text message',
  'mailbox.to': 'To',
  'mailbox.empty': 'No messages yet',
  'mailbox.empty.description': 'Codes, invitations and password links appear here once they are sent.',
  'mailbox.failed': 'Failed to load',
  'mailbox.refresh': 'Refresh',
}
export default texts
