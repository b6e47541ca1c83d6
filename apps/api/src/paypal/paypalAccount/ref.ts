export type AccountRef = { companyId: string; accountId: string }
