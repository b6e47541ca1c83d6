import { t } from '../../lib/i18n.ts'
import { StatePage } from '../../ui/page/StatePage.tsx'
import { HomeLink } from './HomeLink.tsx'

export const ForbiddenPage = () => (
  <StatePage
    code="403"
    title={t('forbidden.title')}
    description={t('forbidden.description')}
    action={<HomeLink />}
  />
)
