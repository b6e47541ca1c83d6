import {
  accountApi,
  avatarMaxBytes,
  avatarSides,
  avatarTypes,
} from '@paydesk/contract/people/account'
import { Button } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { queryClient, refreshApi } from '../../lib/api/query.ts'
import { feedback } from '../../lib/feedback.ts'
import { t } from '../../lib/i18n.ts'
import { Picture } from '../../ui/Picture.tsx'
import styles from './Settings.module.css'

/** Type and size are checked here only to refuse sooner; the API decides by the bytes. */
export function AvatarPicker({ name, avatar }: { name: string; avatar: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  async function upload(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // The same file may be chosen again after a failure.
    event.target.value = ''
    if (!file) return
    if (!(avatarTypes as readonly string[]).includes(file.type))
      return void feedback.message().error(t('account.avatar.type'))
    if (file.size > avatarMaxBytes) return void feedback.message().error(t('account.avatar.size'))
    setBusy(true)
    try {
      await call(accountApi.setAvatar, { body: file })
      await Promise.all([
        refreshApi(accountApi.read),
        queryClient.invalidateQueries({ queryKey: ['currentUser'] }),
      ])
      feedback.message().success(t('account.avatar.done'))
    } catch {
      // The call has shown the error.
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.avatar}>
      <Picture name={name} src={avatar} size={72} alt={t('account.avatar')} />
      <div>
        <Button loading={busy} onClick={() => input.current?.click()}>
          {t('account.avatar.change')}
        </Button>
        <p className={styles.detail}>{t('account.avatar.hint', avatarSides)}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept={avatarTypes.join(',')}
          aria-label={t('account.avatar.change')}
          onChange={(event) => void upload(event)}
        />
      </div>
    </div>
  )
}
