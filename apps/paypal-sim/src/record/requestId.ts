export interface RequestIdRecord {
  key: string
  payload: string
  resourceId: string
  expiresAt: number
}
