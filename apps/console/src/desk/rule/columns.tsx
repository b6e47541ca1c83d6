import {
  type Rule,
  type RuleRun,
  type RuleStatus,
  ruleStatus,
  ruleStatuses,
} from '@paydesk/contract/desk/rule'
import type { TableProps } from 'antd'
import { formatCount } from '../../lib/format.ts'
import { locale, t } from '../../lib/i18n.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Doing } from './doing.ts'
import styles from './Rule.module.css'

type Columns<R> = NonNullable<TableProps<R>['columns']>
const tones: Record<(typeof ruleStatuses)[number], Tone> = {
  closed: 'grey',
  running: 'blue',
  online: 'green',
  abnormal: 'red',
}
const runTones: Record<RuleRun['state'], Tone> = {
  running: 'blue',
  done: 'green',
  failed: 'red',
  stopped: 'grey',
}

export const ruleColumns = (onDo: (doing: Doing) => void): Columns<Rule> => [
  {
    key: 'name',
    title: t('rule.name'),
    render: (_, rule) => (
      <div className={styles.name}>
        <LinkButton onClick={() => onDo({ what: 'runs', rule })}>{rule.name}</LinkButton>
        <span className={styles.second}>{rule.description}</span>
      </div>
    ),
  },
  {
    key: 'template',
    title: t('rule.template'),
    render: (_, { template, params }) => (
      <>
        {t(`rule.template.${template}`)}
        <span className={styles.second}>
          {t(`rule.summary.${template}`, {
            days: params.days ?? 0,
            times: params.times ?? 0,
            hours: params.hours ?? 0,
            people: params.userIds.length,
          })}
        </span>
      </>
    ),
  },
  {
    title: t('rule.type'),
    dataIndex: 'type',
    render: (type: Rule['type']) => t(`rule.type.${type}`),
  },
  { title: t('rule.startAt'), dataIndex: 'startAt', render: (at: string) => <Time at={at} /> },
  { key: 'status', title: t('rule.status'), render: (_, rule) => <Status {...rule} /> },
  { title: t('rule.callNo'), dataIndex: 'callNo', align: 'end', render: count },
  {
    key: 'last',
    title: t('rule.lastScheduledAt'),
    render: (_, { lastScheduledAt, nextAt }) => (
      <>
        {lastScheduledAt ? (
          <Time at={lastScheduledAt} />
        ) : (
          <Missing text={t('rule.lastScheduledAt.never')} />
        )}
        {nextAt && (
          <span className={styles.second}>
            {t('rule.nextAt')} <Time at={nextAt} />
          </span>
        )}
      </>
    ),
  },
  {
    title: t('table.actions'),
    fixed: 'end',
    render: (_, rule) => (
      <span className={styles.actions}>
        <LinkButton onClick={() => onDo({ what: 'edit', rule })}>{t('action.edit')}</LinkButton>
        {rule.status === ruleStatus.closed ? (
          <LinkButton onClick={() => onDo({ what: 'enable', rule })}>{t('rule.enable')}</LinkButton>
        ) : (
          <LinkButton onClick={() => onDo({ what: 'disable', rule })}>
            {t('rule.disable')}
          </LinkButton>
        )}
        <LinkButton onClick={() => onDo({ what: 'runs', rule })}>{t('rule.runs')}</LinkButton>
        <LinkButton danger onClick={() => onDo({ what: 'delete', rules: [rule] })}>
          {t('action.delete')}
        </LinkButton>
      </span>
    ),
  },
]

function Status({ status, failure }: { status: RuleStatus; failure: Rule['failure'] }) {
  const name = ruleStatuses[status]
  return (
    <>
      <StatusTag tone={tones[name]}>{t(`rule.status.${name}`)}</StatusTag>
      {status === ruleStatus.abnormal && <Failure failure={failure} />}
    </>
  )
}

const Failure = ({ failure }: { failure: Rule['failure'] }) =>
  failure && <span className={styles.failure}>{t(`rule.failure.${failure.code}`)}</span>
const Missing = ({ text }: { text: string }) => <span className={styles.missing}>{text}</span>
const count = (value: number) => <bdi dir="ltr">{formatCount(value, locale)}</bdi>

export const runColumns = (): Columns<RuleRun> => [
  {
    title: t('rule.run.scheduledAt'),
    dataIndex: 'scheduledAt',
    render: (at: string) => <Time at={at} />,
  },
  {
    title: t('rule.run.state'),
    render: (_, { state, failure }) => (
      <>
        <StatusTag tone={runTones[state]}>{t(`rule.run.state.${state}`)}</StatusTag>
        <Failure failure={failure} />
      </>
    ),
  },
  { title: t('rule.run.done'), dataIndex: 'done', align: 'end', render: count },
  { title: t('rule.run.skipped'), dataIndex: 'skipped', align: 'end', render: count },
  {
    title: t('rule.run.startedAt'),
    dataIndex: 'startedAt',
    render: (at: string) => <Time at={at} />,
  },
  {
    title: t('rule.run.seconds'),
    align: 'end',
    render: (_, { startedAt, finishedAt }) =>
      finishedAt ? (
        <bdi dir="ltr">{((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1)}</bdi>
      ) : (
        ''
      ),
  },
]
