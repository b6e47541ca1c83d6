export interface TemplateRecord {
  id: string
  accountId: string
  name: string
  wire: Record<string, unknown>
}
