import type { Bill } from '@paydesk/contract/billing/bill'
import type { BillMoney } from '@paydesk/contract/billing/billMoney'
import { t } from '../../../lib/i18n.ts'
import { PaymentLink } from '../../../shared/transaction/PaymentLink.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Fact, Facts } from '../../../ui/page/Facts.tsx'
import styles from '../../../ui/page/record.module.css'
import { Time } from '../../../ui/Time.tsx'

/**
 * Says whether there is more to tell of the bill's money than its total, what was paid
 * and what is owed.
 */
export const hasMoneyFacts = ({
  pendingMinor,
  withheld,
  wentBack,
  elsewhere,
  provisional,
}: BillMoney) =>
  pendingMinor > 0 ||
  withheld !== null ||
  wentBack.length > 0 ||
  elsewhere.length > 0 ||
  provisional

/**
 * What is on its way, held back, went back and came another way: the same figures that home,
 * statements and rules use.
 */
export function MoneyFacts({ bill: { money, currency } }: { bill: Bill }) {
  const amount = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />
  const { receivedMinor, pendingMinor, withheld, wentBack, elsewhere, owedMinor, provisional } =
    money
  return (
    <>
      <Facts>
        <Fact label={t('bill.money.received')}>{amount(receivedMinor)}</Fact>
        <Fact label={t('bill.money.pending')}>{pendingMinor > 0 && amount(pendingMinor)}</Fact>
        <Fact label={t('bill.money.withheld')}>
          {withheld && (
            <>
              {amount(withheld.amountMinor)}
              <span className={styles.second}>
                {t('bill.money.withheld.since')} <Time at={withheld.since} /> ·{' '}
                {withheld.until ? (
                  <>
                    {t('bill.money.withheld.until')} <Time at={withheld.until} />
                  </>
                ) : (
                  t('bill.money.withheld.untold')
                )}
              </span>
            </>
          )}
        </Fact>
        {wentBack.map(({ kind, amountMinor, feeMinor }) => (
          <Fact key={kind} label={t(`bill.money.back.${kind}`)}>
            {amount(kind === 'fee' ? feeMinor : Math.abs(amountMinor))}
            {kind !== 'fee' && feeMinor !== 0 && (
              <span className={styles.second}>
                {t(feeMinor > 0 ? 'bill.money.back.withFee' : 'bill.money.back.feeReturned')}{' '}
                {amount(Math.abs(feeMinor))}
              </span>
            )}
          </Fact>
        ))}
        {elsewhere.map(
          ({ transactionId, providerTransactionId, amountMinor, day, rule, record }) => (
            <Fact key={transactionId} label={t('bill.money.elsewhere')}>
              {amount(amountMinor)} · <bdi dir="ltr">{day}</bdi>
              <span className={styles.second}>
                <PaymentLink id={providerTransactionId} /> · {t(`bill.money.rule.${rule}`)} ·{' '}
                {t(`bill.money.record.${record}`)}
              </span>
            </Fact>
          ),
        )}
        <Fact label={t('bill.money.owed')}>{amount(owedMinor)}</Fact>
      </Facts>
      {provisional && <p className={styles.missing}>{t('bill.money.provisional.hint')}</p>}
    </>
  )
}
