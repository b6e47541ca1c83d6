import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { companyApi } from '@paydesk/contract/people/company'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { useApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import styles from './HomePage.module.css'
import { Part, stateOf } from './Part.tsx'

const most = 6

/** The companies of the installation, for those who look after all of them. */
export function Companies() {
  return canAccess(useCurrentUser(), companyApi.list.permission) ? <AllowedCompanies /> : null
}

function AllowedCompanies() {
  const read = useApi(companyApi.list, { query: { pageSize: most } })
  return (
    <Part
      title={t('home.companies')}
      note={read.data && t('home.companies.count', { count: read.data.total })}
      more={{ to: paths.companyList(), label: t('home.all') }}
      {...stateOf(read)}
    >
      <ul className={styles.lines}>
        {read.data?.list.map(({ id, name, code, status, userCount, accountCount }) => (
          <li key={id} className={styles.line}>
            <span className={styles.grow}>
              <bdi>{name}</bdi>
              <bdi dir="ltr" className={styles.second}>
                {code}
              </bdi>
            </span>
            <span className={styles.quiet}>
              {t('home.companies.people', { count: userCount })} ·{' '}
              {t('home.companies.accounts', { count: accountCount })}
            </span>
            {status === 'suspended' && (
              <StatusTag tone="red">{t('home.companies.suspended')}</StatusTag>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}
