import { Button } from 'antd'
import { t } from '../lib/i18n.ts'
import type { Notice } from './LoginNotice.tsx'
import styles from './LoginPage.module.css'

/** Each says what it takes today instead of leading nowhere. */
export const OtherWays = ({ onNotice }: { onNotice: (notice: Notice) => void }) => (
  <div className={styles.others}>
    <Button type="link" className={styles.inlineLink ?? ''} onClick={() => onNotice({ type: 'info', text: t('login.other.explain') })}>
      {t('login.other')}
    </Button>
    <Button type="link" className={styles.inlineLink ?? ''} onClick={() => onNotice({ type: 'info', text: t('login.register.explain') })}>
      {t('login.register')}
    </Button>
  </div>
)
