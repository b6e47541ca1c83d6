import { type Quarantine, quarantineApi } from '@paydesk/contract/desk/quarantine'
import { useEffect } from 'react'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { Compared } from './Compared.tsx'
import { Findings } from './Findings.tsx'
import { State } from './State.tsx'

/** So often the page asks how far the comparison is. */
const lookMs = 3000

/** After a restore: what keeps the quarantine on, what PayPal did meanwhile, and the way out. */
export default function QuarantinePage({ name }: { name: RouteName }) {
  const { data, error, refetch } = useApi(quarantineApi.read, {})
  const comparing = data !== undefined && isComparing(data)
  useEffect(() => {
    if (!comparing) return
    const timer = setInterval(() => void refetch(), lookMs)
    return () => clearInterval(timer)
  }, [comparing, refetch])
  return (
    <Page name={name}>
      {!data && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
      {data && (
        <div className={record.page}>
          <State state={data} comparing={comparing} />
          {data.since && (
            <>
              <Compared state={data} />
              <Section title={t('quarantine.findings')} hint={t('quarantine.findings.hint')}>
                <Findings state={data} />
              </Section>
            </>
          )}
        </div>
      )}
    </Page>
  )
}

/** A worker begins with an account that nobody has compared yet within a minute. */
const isComparing = ({ on, accounts }: Quarantine) =>
  on && accounts.some(({ stage }) => stage !== 'done')
