import { paths } from '@paydesk/contract/lib/paths'
import { t } from '../../lib/i18n.ts'
import { StatePage } from '../../ui/page/StatePage.tsx'

export const ForbiddenPage = () => (
  <StatePage
    code="403"
    title={t('forbidden.title')}
    description={t('forbidden.description')}
    action={{ label: t('action.home'), to: paths.welcome() }}
  />
)
