import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idOf } from '../lib/id.ts'
import { Currency } from '../lib/money.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { Country, Timezone, Version } from '../lib/record.ts'

export const companyStatuses = ['active', 'suspended'] as const
export const CompanyStatus = z.enum(companyStatuses)
export type CompanyStatus = z.infer<typeof CompanyStatus>

/** The code begins the company's bill numbers, so it is short and in capitals. */
export const CompanyCode = z.string().regex(/^[A-Z0-9]{1,8}$/)

/**
 * PNG, JPEG or WebP, recognised by its first bytes and not by its label; at most 64 kB. Null: no
 * logo.
 */
export const Logo = z
  .string()
  .max(90_000)
  .regex(
    /^data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR)[A-Za-z0-9+/]*={0,2}$/,
  )
  .nullable()

const fields = {
  name: z.string().trim().min(1).max(100),
  legalName: z.string().trim().max(200),
  code: CompanyCode,
  country: Country,
  timezone: Timezone,
  baseCurrency: Currency,
}

export const Company = z.object({
  id: idOf('company'),
  ...fields,
  logo: z.string().nullable(),
  status: CompanyStatus,
  userCount: z.int(),
  accountCount: z.int(),
  version: z.int(),
  createdAt: Instant,
})
export type Company = z.infer<typeof Company>

export const NewCompany = z.object({
  ...fields,
  legalName: fields.legalName.default(''),
  logo: Logo.default(null),
})
export const CompanyChange = z
  .object({ ...fields, logo: Logo, status: CompanyStatus })
  .partial()
  .extend({ version: Version })
export const CompanyQuery = PageQuery.extend({
  name: z.string().trim().max(100).optional(),
  status: CompanyStatus.optional(),
})

export const companyApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/company',
    permission: 'superAdmin',
    summary: 'Companies by name; `name` matches any part of it',
    query: CompanyQuery,
    reply: pageOf(Company),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/company',
    permission: 'superAdmin',
    summary: 'Create a company',
    stepUp: 'always',
    body: NewCompany,
    reply: Company,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/company/:id',
    permission: 'superAdmin',
    summary:
      'Change a company. Suspending it ends all sessions of its users and keeps them from signing in',
    stepUp: 'always',
    params: ById,
    body: CompanyChange,
    reply: Company,
  }),
  enter: endpoint({
    method: 'POST',
    path: '/api/company/:id/enter',
    permission: 'superAdmin',
    summary:
      'Act in this company from the next request of this session on; one’s own company ends it',
    stepUp: 'always',
    params: ById,
    reply: z.object({ id: z.uuid(), name: z.string(), actingElsewhere: z.boolean() }),
  }),
}
