import { t } from '../../lib/i18n.ts'

const dayMinutes = 1440

/** Says for how long a fact should have been renewed; nobody counts 4320 minutes. */
export const oldText = (minutes: number) =>
  minutes % dayMinutes === 0
    ? t('paypalAccount.fact.old.days', { count: minutes / dayMinutes })
    : t('paypalAccount.fact.old.minutes', { count: minutes })
