import type { Customer } from '@paydesk/contract/billing/customer'
import { paths } from '@paydesk/contract/lib/paths'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { countryName } from '../../lib/regions.ts'
import { Time } from '../../ui/Time.tsx'
import styles from './Customer.module.css'
import { languageName } from './language.ts'
import { LastPaid, Missing, Tags } from './parts.tsx'

export function CustomerFacts({ customer }: { customer: Customer }) {
  const navigate = useNavigate()
  const { line1, line2, city, state, postalCode } = customer.address
  const address = [line1, line2, [postalCode, city].filter(Boolean).join(' '), state].filter(
    Boolean,
  )
  return (
    <section className={styles.card} aria-labelledby="customer-facts">
      <h2 id="customer-facts" className={styles.title}>
        {t('customer.facts')}
      </h2>
      <dl className={styles.facts}>
        <Fact label={t('customer.email')}>
          {customer.email && <bdi dir="ltr">{customer.email}</bdi>}
        </Fact>
        <Fact label={t('customer.payerEmails')} none={t('customer.payerEmails.none')}>
          {customer.payerEmails.length > 0 && <Lines lines={customer.payerEmails} />}
        </Fact>
        <Fact label={t('customer.ccEmails')}>
          <Lines lines={customer.ccEmails} />
        </Fact>
        <Fact label={t('customer.phone')}>
          {customer.phone && <bdi dir="ltr">{customer.phone}</bdi>}
        </Fact>
        <Fact label={t('customer.country')}>
          {customer.country && countryName(customer.country)}
        </Fact>
        <Fact label={t('customer.address')}>
          <Lines lines={address} />
        </Fact>
        <Fact label={t('customer.language')}>
          {customer.language && languageName(customer.language)}
        </Fact>
        <Fact label={t('customer.defaultCurrency')}>{customer.defaultCurrency}</Fact>
        {customer.defaultAccountLabel && (
          <Fact label={t('customer.defaultAccount')}>{customer.defaultAccountLabel}</Fact>
        )}
        <Fact label={t('customer.owner')}>{customer.ownerName}</Fact>
        <Fact label={t('customer.tags')}>
          {customer.tags.length > 0 && (
            <Tags
              tags={customer.tags}
              onTag={(tag) =>
                void navigate(`${paths.customerList()}?${new URLSearchParams({ tag })}`)
              }
            />
          )}
        </Fact>
        <Fact label={t('customer.note')} none={t('customer.note.none')}>
          {customer.note && (
            <span className={styles.note} dir="auto">
              {customer.note}
            </span>
          )}
        </Fact>
        <Fact label={t('customer.lastPaid')}>
          <LastPaid at={customer.lastPaidAt} totals={customer.totals} />
        </Fact>
        <Fact label={t('customer.daysToPay')} none={t('customer.daysToPay.none')}>
          {customer.daysToPay && (
            <span title={t('customer.daysToPay.hint')}>
              {t('customer.daysToPay.median', {
                days: customer.daysToPay.median,
                count: customer.daysToPay.count,
              })}
            </span>
          )}
        </Fact>
        {customer.disputeCount > 0 && (
          <Fact label={t('customer.disputes')}>{customer.disputeCount}</Fact>
        )}
        <Fact label={t('customer.createdAt')}>
          <Time at={customer.createdAt} />
        </Fact>
      </dl>
    </section>
  )
}

const Fact = ({
  label,
  none = t('customer.none'),
  children,
}: {
  label: string
  none?: string
  children: ReactNode
}) => (
  <>
    <dt>{label}</dt>
    <dd>{children || <Missing text={none} />}</dd>
  </>
)

const Lines = ({ lines }: { lines: string[] }) =>
  lines.length === 0 ? (
    <Missing text={t('customer.none')} />
  ) : (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  )
