import { freshMinutes, type Quarantine, quarantineApi } from '@paydesk/contract/desk/quarantine'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { Fact, Facts } from '../../ui/page/Facts.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import styles from './Quarantine.module.css'

/** Whether it is on, since when and why, and what is missing before it can end. */
export function State({ state, comparing }: { state: Quarantine; comparing: boolean }) {
  const { on, since, restoredTo, why, leftAt, leftBy } = state
  return (
    <Section title={t('quarantine.state')}>
      <p className={styles.state}>
        <StatusTag tone={on ? 'amber' : 'green'}>
          {t(on ? 'quarantine.on' : 'quarantine.off')}
        </StatusTag>
        <span>{t(on ? 'quarantine.on.means' : 'quarantine.off.means')}</span>
      </p>
      {since && (
        <Facts>
          <Fact label={t('quarantine.since')}>
            <Time at={since} />
          </Fact>
          <Fact label={t('quarantine.restoredTo')}>{restoredTo && <Time at={restoredTo} />}</Fact>
          <Fact label={t('quarantine.why')}>{why}</Fact>
          <Fact label={t('quarantine.leftAt')}>{leftAt && <Time at={leftAt} />}</Fact>
          <Fact label={t('quarantine.leftBy')}>{leftAt && leftBy}</Fact>
        </Facts>
      )}
      {on && <WayOut state={state} comparing={comparing} />}
    </Section>
  )
}

function WayOut({
  state: { counts, missing },
  comparing,
}: {
  state: Quarantine
  comparing: boolean
}) {
  const leave = useDialog<true>()
  const [asking, setAsking] = useState(false)
  const count = counts
    .filter(({ state }) => state === 'open')
    .reduce((sum, one) => sum + one.count, 0)
  const compare = async () => {
    setAsking(true)
    await call(quarantineApi.compare, {}).then(
      () => feedback.message().success(t('quarantine.compare.begun')),
      () => undefined,
    )
    await refreshApi(quarantineApi.read)
    setAsking(false)
  }
  return (
    <>
      <div className={styles.missing}>
        {missing.length === 0 ? (
          <p>{t('quarantine.missing.nothing')}</p>
        ) : (
          <>
            <p>{t('quarantine.missing')}</p>
            <ul id="quarantine-missing">
              {missing.includes('comparison') && (
                <li>
                  {comparing
                    ? t('quarantine.missing.comparing')
                    : t('quarantine.missing.comparison', { minutes: freshMinutes })}
                </li>
              )}
              {missing.includes('findings') && (
                <li>{t('quarantine.missing.findings', { count })}</li>
              )}
            </ul>
          </>
        )}
      </div>
      <div className={record.head}>
        <Button loading={asking} onClick={() => void compare()}>
          {t('quarantine.compare')}
        </Button>
        <Button
          type="primary"
          disabled={missing.length > 0}
          {...(missing.length > 0 && { 'aria-describedby': 'quarantine-missing' })}
          onClick={() => leave.ask(true)}
        >
          {t('quarantine.leave')}
        </Button>
      </div>
      {leave.doing && <LeaveDialog key={leave.key} onClosed={leave.onClosed} />}
    </>
  )
}
