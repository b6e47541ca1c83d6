import { terms } from '@paydesk/contract/lib/termsEn'
import type zh from '../../zh-CN/people/session.ts'

const texts: Record<keyof typeof zh, string> = {
  'second.title': terms.twoStep,
  'second.explain': 'Enter the 6-digit code from your authenticator app, or a recovery code.',
  'second.code': 'Code or recovery code',
  'second.code.required': 'Enter your code',
  'second.submit': 'Verify and sign in',
  'second.back': 'Back to sign-in',
  'second.enrol.title': 'Set up two-step verification',
  'second.enrol.explain':
    'Your company requires two-step verification. Scan the QR code with an authenticator app, then enter the 6-digit code it shows.',
  'second.enrol.submit': 'Set up and sign in',
  'second.enrol.failed': 'Setup could not start. Try again.',
  'second.recovery.title': 'Save your recovery codes',
  'second.recovery.continue': 'I saved them, continue',

  'forgot.title': 'Forgot password',
  'forgot.explain':
    'Enter your username or email. We will email you a link to set a new password. The link works for 30 minutes.',
  'forgot.account': 'Username or email',
  'forgot.account.required': 'Enter your username or email',
  'forgot.submit': 'Send link',
  'forgot.sent':
    'If the account exists, we sent a link to its email address. Check your inbox and spam folder.',
  'forgot.unavailable':
    'This installation has no email service. Contact your company’s administrator.',

  'reset.title': 'Set a new password',
  'reset.explain': 'This ends all your sessions. Sign in again with the new password.',
  'reset.submit': 'Set password',
  'reset.done': 'Your new password is set. Sign in now.',
  'undoEmail.title': 'Undo email change',
  'undoEmail.explain':
    'If you did not change the email address of your account, undo the change here.',
  'undoEmail.effect':
    'Your account goes back to its previous email address, all sessions end, the password stops working, and you set a new one.',
  'undoEmail.submit': 'Undo change',
  'undoEmail.done':
    'The account {username} uses {email} again, and all sessions have ended. Set a new password now.',
  'undoEmail.over':
    'This link is invalid, already used, or expired (it works for 3 days). If something is ' +
    'still wrong with your account, contact your company’s administrator immediately.',
  'undoEmail.toForgot': 'Set a new password',
  'link.broken': 'The link is incomplete. Open it again from the email.',
  'link.again': 'Send another link',
  'action.toLogin': 'Go to sign-in',

  'password.new': 'New password',
  'password.new.required': 'Enter your new password',
  'password.repeat': 'Confirm new password',
  'password.repeat.required': 'Enter your new password again',
  'password.repeat.differs': 'The two passwords do not match',

  'oidc.failed': 'Single sign-on was not completed',
  'oidc.cancelled': 'The identity provider sent no result. You may have canceled the sign-in.',
  'oidc.foreign': 'This sign-in did not start in this browser window. Sign in again.',
  'oidc.bound': 'Linked',
  'oidc.toSettings': 'Back to personal settings',
}
export default texts
