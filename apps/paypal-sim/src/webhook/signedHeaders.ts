export interface SignedHeaders {
  'paypal-transmission-id': string
  'paypal-transmission-time': string
  'paypal-transmission-sig': string
  'paypal-cert-url': string
  'paypal-auth-algo': string
  'paypal-auth-version': string
  [name: string]: string
}
