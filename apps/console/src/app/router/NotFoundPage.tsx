import { t } from '../../lib/i18n.ts'
import { StatePage } from '../../ui/page/StatePage.tsx'
import { HomeLink } from './HomeLink.tsx'

export const NotFoundPage = () => (
  <main>
    <StatePage
      code="404"
      fullScreen
      title={t('notFound.title')}
      description={t('notFound.description')}
      action={<HomeLink />}
    />
  </main>
)
