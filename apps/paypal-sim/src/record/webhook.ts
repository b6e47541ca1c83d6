export interface WebhookRecord {
  id: string
  appId: string
  accountId: string
  url: string
  types: string[]
}

export interface LookupRecord {
  id: string
  appId: string
  accountId: string
  clientId: string
}
