import { personText } from '@paydesk/contract/lib/record'
import type { LimitChange } from '@paydesk/contract/people/limitChange'
import { Alert } from 'antd'
import { t } from '../../lib/i18n.ts'
import { limitsText } from '../../shared/limitChange/words.ts'
import { Fact, Facts } from '../../ui/page/Facts.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import { stateTones } from './columns.tsx'

/** What limits are in force, what somebody asks for, and who. */
export function LimitView({ change }: { change: LimitChange }) {
  const { before, after, obstacle, state } = change
  const whose = change.userName === null ? 'company' : 'user'
  return (
    <div className={record.page}>
      {obstacle !== null && obstacle !== 'decided' && (
        <Alert type="info" showIcon title={t(`limitChange.obstacle.${obstacle}`)} />
      )}
      <Section title={t('approval.limit.change')}>
        <Facts>
          <Fact label={t('approval.limit.before')}>{limitsText(before, whose)}</Fact>
          <Fact label={t('approval.limit.after')}>
            <strong>{limitsText(after, whose)}</strong>
          </Fact>
          <Fact label={t('approval.requestedBy')}>
            {personText(change.askedByName, change.askedByUsername)}
          </Fact>
          <Fact label={t('approval.createdAt')}>
            <Time at={change.askedAt} />
          </Fact>
          <Fact label={t('approval.state')}>
            <StatusTag tone={stateTones[state]}>{t(`approval.state.${state}`)}</StatusTag>
          </Fact>
          <Fact label={t('approval.decidedBy')}>{change.decidedByName}</Fact>
          <Fact label={t('approval.decidedAt')}>
            {change.decidedAt && <Time at={change.decidedAt} />}
          </Fact>
        </Facts>
      </Section>
    </div>
  )
}
