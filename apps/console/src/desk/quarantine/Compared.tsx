import { freshMinutes, type Quarantine } from '@paydesk/contract/desk/quarantine'
import { t } from '../../lib/i18n.ts'
import { Section } from '../../ui/page/Section.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './Quarantine.module.css'

type Account = Quarantine['accounts'][number]

/** How far each account of each company is. */
export function Compared({ state: { on, accounts } }: { state: Quarantine }) {
  const companies = [
    ...new Map(accounts.map(({ companyId, companyName }) => [companyId, companyName])),
  ]
  return (
    <Section title={t('quarantine.accounts')}>
      {companies.length === 0 && <p>{t('quarantine.accounts.none')}</p>}
      {companies.map(([companyId, companyName]) => (
        <section key={companyId} className={styles.company} aria-label={companyName}>
          <h3 className={styles.companyName}>
            <bdi>{companyName}</bdi>
          </h3>
          <ul className={styles.accounts}>
            {accounts
              .filter((account) => account.companyId === companyId)
              .map((account) => (
                <li key={account.accountId}>
                  <bdi className={styles.account}>{account.label}</bdi>
                  <Progress account={account} on={on} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Section>
  )
}

function Progress({
  account: { stage, failure, comparedAt, invoices, bills },
  on,
}: {
  account: Account
  on: boolean
}) {
  const stale =
    on && comparedAt !== null && Date.now() - Date.parse(comparedAt) > freshMinutes * 60_000
  const how =
    stage === 'done'
      ? failure
        ? 'unreadable'
        : stale
          ? 'stale'
          : 'done'
      : stage === 'none'
        ? 'none'
        : 'comparing'
  return (
    <span className={styles.progress}>
      <StatusTag tone={tones[how]}>{t(`quarantine.account.${how}`)}</StatusTag>
      {stage !== 'none' && stage !== 'done' && <span>{t(`quarantine.stage.${stage}`)}</span>}
      {failure && (
        <bdi dir="ltr" lang="en">
          {failure}
        </bdi>
      )}
      {stage !== 'none' && <span>{t('quarantine.account.read', { invoices, bills })}</span>}
      {stage === 'done' && comparedAt && <Time at={comparedAt} />}
    </span>
  )
}

const tones = {
  none: 'grey',
  comparing: 'blue',
  done: 'green',
  stale: 'amber',
  unreadable: 'red',
} satisfies Record<string, Tone>
