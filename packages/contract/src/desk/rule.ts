import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { idsOf } from '../lib/id.ts'
import { ById, Instant, PageQuery, pageOf } from '../lib/page.ts'
import { Version } from '../lib/record.ts'
import { RuleFailure } from '../people/ruleNotice.ts'

export const ruleTemplates = [
  'remindBeforeDue',
  'remindAfterDue',
  'cancelUnpaid',
  'dailySummary',
  'accountSilence',
  'monthlyStatement',
] as const
export type RuleTemplate = (typeof ruleTemplates)[number]

/** How often, counted from the scheduled start time on the company's clock. */
export const ruleTypes = ['once', 'hourly', 'daily', 'weekly', 'monthly'] as const
export type RuleType = (typeof ruleTypes)[number]

/**
 * The statuses of spec §4, with its numbers. Closed is the default. Abnormal: the last run failed;
 * the next one is tried all the same.
 */
export const ruleStatus = { closed: 0, running: 1, online: 2, abnormal: 3 } as const
export const ruleStatuses = ['closed', 'running', 'online', 'abnormal'] as const
const Status = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type RuleStatus = z.infer<typeof Status>

/** Spec §5 and §9. */
export const ruleDescriptionMin = 5

/** The parameters that each template needs; the others stay empty. */
export const ruleAsks = {
  remindBeforeDue: ['days'],
  remindAfterDue: ['days', 'times'],
  cancelUnpaid: ['days'],
  dailySummary: ['userIds'],
  accountSilence: ['hours', 'userIds'],
  monthlyStatement: ['userIds'],
} as const satisfies Record<RuleTemplate, readonly (keyof RuleParams)[]>

/**
 * Templates that act on bills. Before such a rule is switched on, people see how many bills
 * it would act on.
 */
export const actsOnBills = (template: RuleTemplate) =>
  (ruleAsks[template] as readonly string[]).includes('days')

export const ruleLimits = { days: 365, times: 10, hours: 720 }

export const RuleParams = z.object({
  days: z.int().min(1).max(ruleLimits.days).nullable().default(null),
  times: z.int().min(1).max(ruleLimits.times).nullable().default(null),
  hours: z.int().min(1).max(ruleLimits.hours).nullable().default(null),
  userIds: z.array(z.uuid()).max(50).default([]),
})
export type RuleParams = z.infer<typeof RuleParams>

export const RuleInput = z.object({
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().min(ruleDescriptionMin).max(500),
  template: z.enum(ruleTemplates),
  type: z.enum(ruleTypes),
  /**
   * No rule has waited since before this century, and calendars of far older years know no days and
   * weeks like ours.
   */
  startAt: Instant.refine((at) => at >= '2000', '≥ 2000'),
  params: RuleParams,
})
export type RuleInput = z.output<typeof RuleInput>

/** The parameters that the template needs and that are missing. */
export const missingParams = ({ template, params }: Pick<RuleInput, 'template' | 'params'>) =>
  ruleAsks[template].filter((name) =>
    name === 'userIds' ? params.userIds.length === 0 : params[name] === null,
  )

export const Rule = RuleInput.extend({
  startAt: Instant,
  id: z.uuid(),
  status: Status,
  /** How often it has run. */
  callNo: z.int(),
  lastScheduledAt: Instant.nullable(),
  nextAt: Instant.nullable(),
  failure: RuleFailure.nullable(),
  version: z.int(),
  updatedBy: z.string(),
  updatedAt: Instant,
  createdAt: Instant,
})
export type Rule = z.infer<typeof Rule>

export const RuleRun = z.object({
  id: z.string(),
  scheduledAt: Instant,
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** How many bills were handled or messages sent, and how many were skipped. */
  done: z.int(),
  skipped: z.int(),
  failure: RuleFailure.nullable(),
})
export type RuleRun = z.infer<typeof RuleRun>

/** Spec §7 has one path for all four calls; product §7 says what they do. */
const rule = { path: '/api/rule', permission: 'UpdateCompanySetting' } as const

export const ruleApi = {
  list: endpoint({
    ...rule,
    method: 'GET',
    summary: 'The company’s automation rules, newest first; `name` is any part of the name',
    query: PageQuery.extend({
      name: z.string().trim().max(100).optional(),
      status: z.enum(ruleStatuses).optional(),
      template: z.enum(ruleTemplates).optional(),
    }),
    reply: pageOf(Rule),
  }),
  create: endpoint({
    ...rule,
    method: 'POST',
    summary: 'Make a rule; it is closed until it is enabled',
    stepUp: 'never',
    body: RuleInput,
    reply: Rule,
  }),
  update: endpoint({
    ...rule,
    method: 'PUT',
    summary: 'Change a rule, or switch it on or off',
    stepUp: 'sometimes',
    body: RuleInput.partial().extend({
      id: z.uuid(),
      version: Version,
      enabled: z.boolean().optional(),
    }),
    reply: Rule,
  }),
  remove: endpoint({
    ...rule,
    method: 'DELETE',
    summary: 'Delete rules with their history',
    stepUp: 'never',
    // Spec §7: query params or body.
    query: z.object({ ids: idsOf('rule').optional() }),
    body: z
      .object({ ids: z.array(z.uuid()).min(1).max(100) })
      .partial()
      .nullish(),
    reply: z.object({ deleted: z.int() }),
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/rule/:id/run',
    permission: 'UpdateCompanySetting',
    summary: 'When the rule ran and what it did, newest first',
    params: ById,
    query: PageQuery,
    reply: pageOf(RuleRun),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/rule/:id/preview',
    permission: 'UpdateCompanySetting',
    summary: 'How many bills the rule would act on if it ran now',
    heavy: true,
    params: ById,
    reply: z.object({ bills: z.int(), isExact: z.boolean() }),
  }),
}
