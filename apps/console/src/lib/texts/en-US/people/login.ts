import type zh from '../../zh-CN/people/login.ts'

/** Messages that the customer's spec quotes (spec §5, §8) are spelled exactly as there. */
const texts: Record<keyof typeof zh, string> = {
  'login.title': 'Sign in to {product}',
  'login.subtitle': 'PayPal collection, bills and reconciliation in one place',
  'login.footer': '{product} · Internal system, authorized use only',
  'login.methods': 'Ways to sign in',
  'login.account': 'Account Login',
  'login.phone': 'Phone Login',
  'login.username': 'Username',
  'login.username.required': 'Please input your username!',
  'login.password': 'Password',
  'login.password.required': 'Please input your password!',
  'login.password.show': 'Show password',
  'login.phone.number': 'Phone number',
  'login.phone.required': 'Please input your phone number!',
  'login.phone.invalid': 'Phone number is invalid!',
  'login.phone.notConfigured':
    'This installation does not offer SMS sign-in, so it cannot send a code. Use your username and password.',
  'login.code': 'Verification code',
  'login.code.required': 'Please input verification code!',
  'login.code.get': 'Get Code',
  'login.code.wait': 'Retry in {seconds} s',
  'login.code.wrong': 'Verification Code Error',
  'login.remember': 'Remember me',
  'login.forgot': 'Forgot password',
  'login.other': 'Login with other methods',
  'login.other.explain':
    'This installation does not offer single sign-on or passkeys. Use your username and password, or contact your administrator.',
  'login.register': 'Register account',
  'login.register.explain':
    'Administrators open accounts; there is no self-registration. Contact your company’s administrator.',
  'login.submit': 'Login',
  'login.successful': 'Login successful!',
  'login.incorrect': 'Incorrect username/password',
  'login.failed': 'Login failed, please try again!',
  'login.unreachable':
    'The server cannot be reached, so your session could not be confirmed. Try again in a moment, or sign in again.',

  'login.passkey': 'Sign in with a passkey',
  'login.passkey.cancelled': 'The passkey was not confirmed. Try again, or sign in another way.',
  'login.passkey.unsupported': 'This browser does not support passkeys.',
  'login.code.sent': 'We sent the code. It is valid for 5 minutes.',
  'login.mailbox': 'Development mailbox',
  'strength.label': 'Password strength',
  'strength.strong': 'Strong',
  'strength.medium': 'Medium',
  'strength.weak': 'Weak',
  'strength.hint':
    'Use at least 8 characters and avoid common words and names. Weak passwords are not accepted.',
  'totp.qr': 'QR code for the authenticator app',
  'totp.secret': 'Cannot scan? Enter this key in the app:',
  'totp.copy': 'Copy key',
  'totp.code': 'Six-digit code',
  'recovery.explain':
    'If you lose your phone, sign in with a recovery code. Each code works once. You see them only this time, so keep them safe.',
  'recovery.list': 'Recovery codes',
  'recovery.copy': 'Copy all',
  'recovery.download': 'Download',

  'brand.name': 'Paydesk',
  'brand.label': 'About the product',
  'brand.headline': 'Every payment, accounted for',
  'brand.point1': 'See bills sent, paid and refunded in real time',
  'brand.point2': 'Check fees and net amounts payment by payment, to the cent',
  'brand.point3': 'Keep every account and currency separate',
}
export default texts
