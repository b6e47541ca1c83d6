import { type Problem, problemApi } from '@paydesk/contract/desk/problem'
import { type ProblemKind, problemKinds } from '@paydesk/contract/people/problemNotice'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import type { RouteName } from '../../lib/routeName.ts'
import { LoadState } from '../../ui/page/LoadState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import record from '../../ui/page/record.module.css'
import { Section } from '../../ui/page/Section.tsx'
import { Checked } from './Checked.tsx'
import { Facts } from './Facts.tsx'
import styles from './ProblemPage.module.css'
import { RowsAside } from './RowsAside.tsx'

/**
 * What is wrong with the money now, kind by kind: what happened, since when, what it
 * means and what to do.
 */
export default function ProblemPage({ name }: { name: RouteName }) {
  const { data, error, refetch } = useApi(problemApi.list, {})
  return (
    <Page name={name}>
      {!data && <LoadState failed={error !== null} onRetry={() => void refetch()} />}
      <div className={record.page}>
        {data?.list.length === 0 && (
          <Section title={t('problem.none')}>
            <p className={record.hint}>{t('problem.none.description')}</p>
          </Section>
        )}
        {data && data.total > data.list.length && (
          <p className={record.hint}>
            {t('problem.more', { count: data.list.length, total: data.total })}
          </p>
        )}
        {data &&
          problemKinds.map((kind) => {
            const problems = data.list.filter((problem) => problem.kind === kind)
            return problems.length > 0 && <Kind key={kind} kind={kind} problems={problems} />
          })}
        <Checked />
      </div>
    </Page>
  )
}

const Kind = ({ kind, problems }: { kind: ProblemKind; problems: Problem[] }) => (
  <Section title={t(`problem.kind.${kind}`)}>
    <dl className={styles.words}>
      <dt>{t('problem.means')}</dt>
      <dd>{t(`problem.${kind}.means`)}</dd>
      <dt>{t('problem.do')}</dt>
      <dd>{t(`problem.${kind}.do`)}</dd>
    </dl>
    {kind === 'rowSetAside' ? (
      <RowsAside />
    ) : (
      <ul className={styles.list}>
        {problems.map((problem) => (
          <li key={problem.subjectId}>
            <Facts problem={problem} />
          </li>
        ))}
      </ul>
    )}
  </Section>
)
