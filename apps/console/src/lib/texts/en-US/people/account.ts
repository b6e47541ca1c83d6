import { terms } from '@paydesk/contract/lib/termsEn'
import type zh from '../../zh-CN/people/account.ts'

const texts: Record<keyof typeof zh, string> = {
  'account.basic': 'Basic settings',
  'account.security': 'Security settings',
  'account.binding': 'Account binding',
  'account.notification': 'New message notification',
  'account.failed': 'The settings failed to load',
  'account.avatar': 'Avatar',
  'account.avatar.change': 'Change avatar',
  'account.avatar.hint': 'PNG, JPEG or WebP, at most 1 MB, each side {min} to {max} pixels.',
  'account.avatar.type': 'Choose a PNG, JPEG or WebP picture.',
  'account.avatar.size': 'The picture must not exceed 1 MB.',
  'account.avatar.done': 'Avatar updated',
  'account.username': 'Username',
  'account.field.name': 'Name',
  'account.field.name.required': 'Please input your name!',
  'account.field.email': 'Email',
  'account.field.email.required': 'Please input your email!',
  'account.field.email.invalid': 'Email is invalid!',
  'account.field.nickname': 'Nickname',
  'account.field.nickname.required': 'Please input your nickname!',
  'account.field.profile': 'Profile',
  'account.field.profile.required': 'Please input your profile!',
  'account.field.profile.hint': 'For example, your responsibilities and the best time to reach you',
  'account.field.country': 'Country or region',
  'account.field.country.required': 'Please input your country or region!',
  'account.field.place': 'Province or city',
  'account.field.province': 'Province',
  'account.field.province.required': 'Please input your province or city!',
  'account.field.city': 'City',
  'account.field.city.required': 'Please input your city!',
  'account.field.street': 'Street address',
  'account.field.street.required': 'Please input your street address!',
  'account.field.phone': 'Phone number',
  'account.field.phone.required': 'Please input your phone number!',
  'account.field.locale': 'Notification language',
  'account.field.locale.hint':
    'Used for emails and text messages. Choose the page language at the top right.',
  'account.field.locale.default': '{language} (default)',
  'account.field.timezone': 'Time zone',
  'account.field.timezone.company': '{timezone} (same as the company)',
  'account.field.timezone.hint':
    'Used for notification emails, the daily summary and quiet hours. Pages show times in the company’s time zone.',

  'security.password': 'Password',
  'security.password.changed': 'Last changed',
  'security.password.never': 'Never changed',
  'security.password.change': 'Change password',
  'security.password.oldPassword': 'Current password',
  'security.password.oldPassword.required': 'Enter your current password',
  'security.password.password': 'New password',
  'security.password.password.required': 'Enter your new password',
  'security.password.repeat': 'Confirm new password',
  'security.password.repeat.required': 'Enter your new password again',
  'security.password.differs': 'The two passwords do not match',
  'security.password.done': 'Password changed; your other sessions have ended',
  'security.added': 'Added',
  'security.lastUsed': 'last used',
  'security.neverUsed': 'not used yet',

  'security.factor': terms.twoStep,
  'security.factor.on': 'On',
  'security.factor.off': 'Off',
  'security.factor.why':
    'Signing in takes your password and a code from an authenticator app, so a leaked password is not enough.',
  'security.factor.required': 'Your company requires two-step verification. Set it up soon.',
  'security.factor.since': 'On since',
  'security.factor.left': '; {count, plural, one {# recovery code} other {# recovery codes}} left',
  'security.factor.enable': 'Set up two-step verification',
  'security.factor.scan':
    'Scan the QR code with an authenticator app (such as Microsoft Authenticator or Google Authenticator), then enter the 6-digit code it shows.',
  'security.factor.code.required': 'Enter your code',
  'security.factor.enabled': 'Two-step verification is on; your other sessions have ended',
  'security.factor.passkey':
    'Your passkey serves as two-step verification. Add an authenticator app too, in case you lose the device.',
  'security.factor.disable': 'Turn off two-step verification',
  'security.factor.disable.explain':
    'You will sign in with your password only, and your recovery codes stop working.',
  'security.factor.disabled': 'Two-step verification is off',
  'security.factor.renew': 'Generate new recovery codes',
  'security.factor.renew.explain':
    'This generates 10 new codes; the old ones stop working immediately. You cannot approve for the next 24 hours.',
  'security.recovery': 'Save your recovery codes',
  'security.recovery.kept': 'I saved them',

  'enrol.title': 'Set up two-step verification',
  'enrol.why':
    'This action affects account security, permissions, money or bulk data. A password alone ' +
    'does not prove that it is you, so it needs two-step verification, which you have not ' +
    'set up.',
  'enrol.then':
    'Setup takes about a minute. Your action then continues automatically and keeps what you entered. You cannot approve for the next 24 hours.',
  'enrol.totp': 'Use an authenticator app',
  'enrol.passkey': 'Use a passkey',
  'enrol.later': 'Not now',
  'enrol.continue': 'I saved them, continue',

  'security.passkeys': 'Passkeys',
  'security.passkey.add': 'Add passkey',
  'security.passkey.why':
    'A passkey signs you in with your fingerprint, face or device PIN. There is no password ' +
    'to type or to phish. If you have no authenticator app, you will have to sign in with ' +
    'the passkey from now on.',
  'security.passkey.none': 'No passkeys yet. Add one to sign in with your fingerprint or face.',
  'security.passkey.synced': 'Synced',
  'security.passkey.rename': 'Rename',
  'security.passkey.remove': 'Remove passkey',
  'security.passkey.remove.title': 'Remove the passkey “{name}”?',
  'security.passkey.remove.explain':
    'You can no longer sign in with this passkey, and your other sessions end.',
  'security.passkey.name': 'Name',
  'security.passkey.name.hint': 'A name you will recognize later, such as “Office computer”.',
  'security.passkey.name.required': 'Enter a name',
  'security.passkey.known': 'This device already has a passkey of yours.',

  'security.sessions': 'Sessions',
  'security.session.current': 'This device',
  'security.session.internal': 'internal network',
  'security.session.lastSeen': 'last active',
  'security.session.since': 'signed in',
  'security.session.end': terms.endSession,
  'security.session.end.explain': 'The session on “{device}” ends immediately.',
  'security.session.endOthers': 'End all other sessions',
  'security.session.endOthers.explain': 'All your sessions except this one end immediately.',
  'security.session.ended': 'Session ended',

  'binding.explain': 'Once linked, this identity signs you in without a password.',
  'binding.notConfigured':
    'This installation does not offer single sign-on. Contact your administrator if you need it.',
  'binding.none': 'No identity is linked yet.',
  'binding.bind': 'Link',
  'binding.unbind': 'Unlink',
  'binding.unbind.title': 'Unlink “{name}”?',
  'binding.unbind.explain': 'You can no longer sign in with this identity.',
}
export default texts
