import type { Company, CompanyStatus } from '@paydesk/contract/people/company'
import type { CurrentUser } from '@paydesk/contract/people/login'
import type { TableProps } from 'antd'
import { enterCompany } from '../../lib/api/enterCompany.ts'
import { t } from '../../lib/i18n.ts'
import { countryName } from '../../lib/regions.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './CompanyListPage.module.css'

type Actions = { onEdit: (company: Company) => void; onSetStatus: (company: Company) => void }
const tones: Record<CompanyStatus, Tone> = { active: 'green', suspended: 'red' }

export const companyColumns = (
  user: CurrentUser,
  actions: Actions,
): NonNullable<TableProps<Company>['columns']> => [
  {
    key: 'name',
    title: t('company.name'),
    render: (_, company) => <Name company={company} isCurrent={company.id === user.company.id} />,
  },
  {
    key: 'code',
    title: t('company.code'),
    dataIndex: 'code',
    render: (code: string) => <bdi dir="ltr">{code}</bdi>,
  },
  {
    key: 'status',
    title: t('company.status'),
    dataIndex: 'status',
    render: (status: CompanyStatus) =>
      status === 'active' ? (
        t('company.status.active')
      ) : (
        <StatusTag tone={tones[status]}>{t(`company.status.${status}`)}</StatusTag>
      ),
  },
  { key: 'users', title: t('company.users'), dataIndex: 'userCount', align: 'end' },
  { key: 'accounts', title: t('company.accounts'), dataIndex: 'accountCount', align: 'end' },
  { key: 'country', title: t('company.country'), dataIndex: 'country', render: countryName },
  {
    key: 'timezone',
    title: t('company.timezone'),
    dataIndex: 'timezone',
    render: (zone: string) => <bdi dir="ltr">{zone}</bdi>,
  },
  { key: 'currency', title: t('company.currency'), dataIndex: 'baseCurrency' },
  {
    key: 'createdAt',
    title: t('company.createdAt'),
    dataIndex: 'createdAt',
    render: (at: string) => <Time at={at} />,
  },
  {
    title: t('table.actions'),
    fixed: 'end',
    render: (_, company) => <RowActions company={company} user={user} {...actions} />,
  },
]

const Name = ({
  company: { name, legalName, logo },
  isCurrent,
}: {
  company: Company
  isCurrent: boolean
}) => (
  <span className={styles.name}>
    {logo && <img src={logo} alt="" className={styles.logo} />}
    <span>
      {name} {isCurrent && <StatusTag tone="blue">{t('company.current')}</StatusTag>}
      {legalName && <span className={styles.legalName}>{legalName}</span>}
    </span>
  </span>
)

function RowActions({
  company,
  user,
  onEdit,
  onSetStatus,
}: Actions & { company: Company; user: CurrentUser }) {
  const isHome = company.id === user.homeCompany.id
  const isCurrent = company.id === user.company.id
  const suspends = company.status === 'active'
  return (
    <span className={styles.actions}>
      <LinkButton
        onClick={() => void enterCompany(company.id).catch(() => undefined)}
        disabled={isCurrent}
        title={
          isCurrent ? t('company.enter.already') : t('company.enter.hint', { name: company.name })
        }
      >
        {t('company.enter')}
      </LinkButton>
      <LinkButton onClick={() => onEdit(company)}>{t('action.edit')}</LinkButton>
      <LinkButton
        onClick={() => onSetStatus(company)}
        danger={suspends}
        disabled={suspends && isHome}
        {...(suspends && isHome && { title: t('company.suspend.own') })}
      >
        {t(suspends ? 'company.suspend' : 'company.activate')}
      </LinkButton>
    </span>
  )
}
