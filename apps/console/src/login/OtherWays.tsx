import { Button } from 'antd'
import { t } from '../lib/i18n.ts'
import styles from './LoginPage.module.css'
import type { LoginNotice } from './notice.ts'

type Props = { onNotice: (notice: LoginNotice) => void; retry?: () => void }

/** Each says what it takes today instead of leading nowhere. */
export const OtherWays = ({ onNotice, retry }: Props) => (
  <div className={styles.others}>
    <Button type="link" className={styles.inlineLink ?? ''} onClick={() => onNotice({ type: 'info', text: t('login.other.explain') })}>
      {t('login.other')}
    </Button>
    <Button type="link" className={styles.inlineLink ?? ''} onClick={() => onNotice({ type: 'info', text: t('login.register.explain') })}>
      {t('login.register')}
    </Button>
    {retry && (
      <Button type="link" className={styles.inlineLink ?? ''} onClick={retry}>
        {t('action.retry')}
      </Button>
    )}
  </div>
)
