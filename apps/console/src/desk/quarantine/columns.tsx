import type { Finding } from '@paydesk/contract/desk/quarantine'
import type { Currency } from '@paydesk/contract/lib/money'
import type { TableProps } from 'antd'
import { t } from '../../lib/i18n.ts'
import { BillLink } from '../../shared/bill/BillLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './Quarantine.module.css'
import { whatOf } from './words.ts'

const tones: Record<Finding['state'], Tone> = { open: 'amber', seen: 'green', taken: 'grey' }

/** A bill is opened in its own company only. */
export const findingColumns = (here: string): NonNullable<TableProps<Finding>['columns']> => [
  {
    key: 'kind',
    title: t('quarantine.kind'),
    dataIndex: 'kind',
    render: (kind: Finding['kind']) => t(`quarantine.kind.${kind}`),
  },
  {
    key: 'label',
    title: t('quarantine.subject'),
    render: (_, finding) => <Subject finding={finding} here={here} />,
  },
  {
    key: 'amount',
    title: t('quarantine.amount'),
    align: 'end',
    render: (_, finding) => <Amount finding={finding} />,
  },
  { key: 'what', title: t('quarantine.what'), render: (_, finding) => <What finding={finding} /> },
  {
    key: 'account',
    title: t('quarantine.account'),
    render: (_, { accountLabel, companyName }) => (
      <>
        <bdi>{accountLabel || '—'}</bdi>
        <bdi className={styles.second}>{companyName}</bdi>
      </>
    ),
  },
  {
    key: 'state',
    title: t('quarantine.findingState'),
    render: (_, { state, seenBy, reason }) => (
      <>
        <StatusTag tone={tones[state]}>{t(`quarantine.findingState.${state}`)}</StatusTag>
        {state === 'seen' && (
          <bdi className={styles.second}>{t('quarantine.seenBy', { name: seenBy, reason })}</bdi>
        )}
      </>
    ),
  },
  {
    key: 'foundAt',
    title: t('quarantine.foundAt'),
    dataIndex: 'foundAt',
    render: (at: string) => <Time at={at} />,
  },
]

function Subject({
  finding: { companyId, billId, label, facts },
  here,
}: {
  finding: Finding
  here: string
}) {
  const invoiceId = String(facts.invoiceId ?? '')
  return (
    <>
      {billId && companyId === here ? (
        <BillLink billId={billId} number={label} />
      ) : (
        <bdi dir="ltr">{label || '—'}</bdi>
      )}
      {invoiceId && invoiceId !== label && (
        <bdi dir="ltr" className={styles.second}>
          {invoiceId}
        </bdi>
      )}
    </>
  )
}

function Amount({ finding: { facts } }: { finding: Finding }) {
  const { totalMinor, currency } = facts
  return typeof totalMinor === 'number' && typeof currency === 'string' ? (
    <Money amountMinor={totalMinor} currency={currency as Currency} />
  ) : (
    '—'
  )
}

function What({ finding }: { finding: Finding }) {
  const { link } = finding.facts
  return (
    <span className={styles.what}>
      {whatOf(finding)}{' '}
      {typeof link === 'string' && link.startsWith('https://') && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('quarantine.atPaypal')}
        </a>
      )}
    </span>
  )
}
