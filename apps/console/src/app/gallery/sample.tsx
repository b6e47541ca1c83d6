import type { Currency } from '@paydesk/contract/lib/money'
import { paths } from '@paydesk/contract/lib/paths'
import type { CurrentUser } from '@paydesk/contract/people/login'
import { t } from '../../lib/i18n.ts'
import { Money } from '../../ui/Money.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import type { ListState } from '../../ui/table/useListQuery.ts'
import type { Column } from '../../ui/workspace/column.ts'
import type { Panel } from '../../ui/workspace/usePanel.ts'

const company = {
  id: '01890000-0000-7000-8000-000000000001',
  name: '云帆贸易',
  timezone: 'Asia/Shanghai',
}
export const someone: CurrentUser = {
  id: '01890000-0000-7000-8000-000000000002',
  username: 'wangfang',
  name: '王芳',
  avatar: null,
  roles: [],
  permissions: [],
  company,
  homeCompany: company,
  actingElsewhere: false,
  quarantined: false,
  lastLoginAt: null,
  lastLoginIp: null,
}

export type Sample = {
  id: string
  customer: string
  number: string
  tone: Tone
  state: string
  amountMinor: number
  currency: Currency
}
/** Made when the page is drawn: its texts have come by then. */
export const samples = (): Sample[] => [
  {
    id: 'a',
    customer: 'Müller Handels GmbH',
    number: 'PD-000123',
    tone: 'amber',
    state: t('bill.overdue'),
    amountMinor: 123_450,
    currency: 'EUR',
  },
  {
    id: 'b',
    customer: '株式会社さくら商事',
    number: 'PD-000122',
    tone: 'blue',
    state: t('bill.status.sent'),
    amountMinor: 98_000,
    currency: 'JPY',
  },
  {
    id: 'c',
    customer: 'Smith & Sons',
    number: 'PD-000121',
    tone: 'green',
    state: t('bill.status.paid'),
    amountMinor: 4_500,
    currency: 'USD',
  },
  {
    id: 'd',
    customer:
      'A very long company name that does not fit into its column and is cut off at the end',
    number: 'PD-000120',
    tone: 'grey',
    state: t('bill.status.draft'),
    amountMinor: 99_999_999,
    currency: 'USD',
  },
]

export const columns = (): Column<Sample>[] => [
  {
    key: 'number',
    title: t('bill.number'),
    render: ({ number }) => <bdi dir="ltr">{number}</bdi>,
    beside: true,
  },
  {
    key: 'customer',
    title: t('bill.customer'),
    render: ({ customer }) => <bdi>{customer}</bdi>,
    grows: true,
    beside: true,
  },
  {
    key: 'state',
    title: t('bill.status'),
    render: ({ tone, state }) => <StatusTag tone={tone}>{state}</StatusTag>,
  },
  {
    key: 'amount',
    title: t('bill.total'),
    align: 'end',
    sort: ['-total', 'total'],
    beside: true,
    render: (row) => <Money {...row} />,
  },
]

export const card = (row: Sample) => (
  <>
    <span>
      <bdi>{row.customer}</bdi> <Money {...row} />
    </span>
    <span>
      <bdi dir="ltr">{row.number}</bdi> <StatusTag tone={row.tone}>{row.state}</StatusTag>
    </span>
  </>
)

const here = { pathname: paths.gallery(), search: '' }
/** No record of the gallery has an address: opening one does nothing. */
export const panelAt = (openId: string | undefined): Panel => ({
  id: openId,
  openId,
  asPage: false,
  back: { to: here, previous: undefined, next: undefined },
  linkTo: () => here,
  open: () => {},
  close: () => {},
  expand: () => false,
})

export const listAt = (current: number): ListState => ({
  query: { current, pageSize: 20 },
  setPage: () => {},
  clear: () => {},
})
export const page = (rows: readonly { id: string }[], total: number) => ({
  list: rows,
  total,
  totalIsExact: total < 10_000,
})
