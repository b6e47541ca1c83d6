import { paths } from '@paydesk/contract/lib/paths'
import { t } from '../../lib/i18n.ts'
import { StatePage } from '../../ui/page/StatePage.tsx'

export const NotFoundPage = () => (
  <main>
    <StatePage
      code="404"
      fullScreen
      title={t('notFound.title')}
      description={t('notFound.description')}
      action={{ label: t('action.home'), to: paths.welcome() }}
    />
  </main>
)
