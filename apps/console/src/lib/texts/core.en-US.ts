import type zh from './core.zh-CN.ts'

/** Messages that the customer's spec quotes (§5, §8) are spelled exactly as there. */
const texts: Record<keyof typeof zh, string> = {
  loading: 'Loading',
  'action.retry': 'Retry',
  'action.home': 'Back to home',
  'menu.root': 'Home',
  'menu.user': 'Sign in',
  'menu.login': 'Sign in',

  'login.title': 'Sign in to {product}',
  'login.subtitle': 'PayPal collection, bills and reconciliation in one place',
  'login.footer': '{product} · Internal system, authorised use only',
  'login.methods': 'Ways to sign in',
  'login.account': 'Account Login',
  'login.phone': 'Phone Login',
  'login.username': 'Username',
  'login.username.required': 'Please input your username!',
  'login.password': 'Password',
  'login.password.required': 'Please input your password!',
  'login.phone.number': 'Phone number',
  'login.phone.required': 'Please input your phone number!',
  'login.phone.invalid': 'Phone number is invalid!',
  'login.phone.notConfigured':
    'SMS sign-in is not set up in this installation, so no code can be sent. Please use your account and password.',
  'login.code': 'Verification code',
  'login.code.required': 'Please input verification code!',
  'login.code.get': 'Get Code',
  'login.code.wait': 'Retry in {seconds} s',
  'login.code.wrong': 'Verification Code Error',
  'login.remember': 'Remember me',
  'login.forgot': 'Forgot password',
  'login.forgot.explain': 'Passwords cannot be reset here yet. Please ask the administrator of your company to reset it.',
  'login.other': 'Login with other methods',
  'login.other.explain':
    'Single sign-on and passkeys are not set up in this installation. Please use your account and password, or ask your administrator.',
  'login.register': 'Register account',
  'login.register.explain':
    'Accounts are opened by an administrator; there is no self-registration. Please ask the administrator of your company.',
  'login.submit': 'Login',
  'login.successful': 'Login successful!',
  'login.incorrect': 'Incorrect username/password',
  'login.failed': 'Login failed, please try again!',
  'login.unreachable': 'The service cannot be reached, so your session could not be confirmed. Retry in a moment, or sign in again.',
  'language.label': 'Language',

  'brand.label': 'About the product',
  'brand.headline': 'Every payment, accounted for',
  'brand.point1': 'See bills sent, paid and refunded as it happens',
  'brand.point2': 'Check fees and net amounts payment by payment, to the cent',
  'brand.point3': 'Keep every account and currency apart, never mixed',

  'error.status': 'Response status:{status}',
  'error.noResponse': 'None response! Please retry.',
  'error.other': 'Request error, please retry.',

  'notFound.title': 'Page not found',
  'notFound.description': 'The page does not exist or has moved. Please check the address.',
  'chunk.title': 'The page failed to load',
  'chunk.description': 'The connection may be unstable, or the system was just updated. Retry to load the latest version.',
  'crash.title': 'Something went wrong on this page',
  'crash.description': 'What you have already submitted is safe. Please retry, and contact your administrator if it happens again.',

  'pwa.offline': 'You are offline now',
  'pwa.update.title': 'New content is available',
  'pwa.update.description': 'Please press the "Refresh" button to reload the page. Save your work first.',
  'pwa.update.refresh': 'Refresh',
}
export default texts
