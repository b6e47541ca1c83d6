// Made by `npm run schema` from db/migrations. Do not edit.
import type { Generated } from 'kysely'

export type Database = {
  appUser: {
    companyId: string
    id: Generated<string>
    username: string
    passwordHash: string | null
    name: string
    avatar: string | null
    email: string | null
    phone: string | null
    parentId: string | null
    status: Generated<'invited' | 'active' | 'disabled'>
    demo: Generated<boolean>
    lastLoginAt: string | null
    lastLoginIp: string | null
    version: Generated<number>
    createdAt: Generated<string>
  }
  auditEntry: {
    companyId: string
    seq: number
    at: string
    actorId: string | null
    actorName: string
    action: string
    entity: string
    entityId: string
    entityLabel: Generated<string>
    before: unknown
    after: unknown
    address: string
    device: string
    prevHash: Buffer
    hash: Buffer
  }
  auditHead: {
    companyId: string
    seq: number
    hash: Buffer
  }
  bill: {
    companyId: string
    id: Generated<string>
    number: string
    title: Generated<string>
    customerId: string
    customerName: string
    currency: string
    totalMinor: number
    paidMinor: Generated<number>
    refundedMinor: Generated<number>
    dueMinor: number
    dueDate: string | null
    ownerId: string
    accountId: string | null
    status: Generated<
      | 'draft'
      | 'scheduled'
      | 'sending'
      | 'sendFailed'
      | 'sent'
      | 'paymentPending'
      | 'partiallyPaid'
      | 'paid'
      | 'partiallyRefunded'
      | 'refunded'
      | 'cancelled'
      | 'writtenOff'
    >
    version: Generated<number>
    createdAt: Generated<string>
  }
  company: {
    id: Generated<string>
    name: string
    legalName: Generated<string>
    code: string
    country: string
    timezone: string
    baseCurrency: string
    status: Generated<'active' | 'suspended'>
    version: Generated<number>
    createdAt: Generated<string>
    logo: string | null
  }
  companySetting: {
    companyId: string
    tabs: Generated<unknown>
    version: Generated<number>
    updatedAt: string | null
    updatedBy: string | null
  }
  customer: {
    companyId: string
    id: Generated<string>
    name: string
    email: string | null
    country: string | null
    ownerId: string
    createdAt: Generated<string>
  }
  idempotency: {
    companyId: string
    userId: string
    key: string
    requestHash: Buffer
    reply: unknown
    createdAt: Generated<string>
  }
  loginThrottle: {
    key: string
    attempts: number
    windowEndsAt: string
  }
  notice: {
    companyId: string
    id: Generated<string>
    userId: string
    kind: string
    subjectId: string
    data: unknown
    readAt: string | null
    createdAt: Generated<string>
  }
  paypalAccount: {
    companyId: string
    id: Generated<string>
    label: string
    email: string
    environment: 'sandbox' | 'live'
    state: Generated<'active' | 'paused' | 'limited' | 'disconnected' | 'archived'>
    createdAt: Generated<string>
  }
  permission: {
    id: Generated<string>
    platformId: Generated<number>
    groupId: string
    name: string
    labelZh: string
    labelEn: string
    builtIn: Generated<boolean>
    version: Generated<number>
  }
  permissionGroup: {
    id: Generated<string>
    platformId: Generated<number>
    name: string
    sort: Generated<number>
    version: Generated<number>
  }
  role: {
    id: Generated<string>
    code: string
    name: string
    description: Generated<string>
    builtIn: Generated<boolean>
    version: Generated<number>
  }
  rolePermission: {
    roleId: string
    permissionId: string
  }
  schemaMigration: {
    version: number
    name: string
    checksum: string
    appliedAt: Generated<string>
  }
  session: {
    companyId: string
    id: Generated<string>
    userId: string
    tokenHash: Buffer
    createdAt: Generated<string>
    lastSeenAt: Generated<string>
    idleSeconds: number
    expiresAt: string
    endedAt: string | null
    address: string
    userAgent: string
    previousLoginAt: string | null
    previousLoginIp: string | null
    actingCompanyId: string | null
  }
  userRole: {
    companyId: string
    userId: string
    roleId: string
  }
}
