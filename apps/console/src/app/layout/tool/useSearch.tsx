import { SearchOutlined } from '@ant-design/icons'
import { Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t, withTexts } from '../../../lib/i18n.ts'
import { isMac, modName } from '../../../lib/keys.ts'
import { lazyPage } from '../../../lib/lazyPage.ts'
import { submitTop } from '../../../lib/submitTop.ts'
import { useKeys } from '../../../ui/useKeys.ts'
import { commandsOf } from '../../commands.ts'
import { useChoices } from '../../settings.ts'
import styles from './Tools.module.css'

const LazyPalette = lazyPage(
  withTexts(['search'], () => import('../../../desk/search/Palette.tsx')),
)
const LazyKeys = lazyPage(
  withTexts(['search'], () => import('../../../desk/search/KeysDialog.tsx')),
)

/**
 * The palette, the page of keys and the keys that work everywhere. The palette is apart from the
 * button that opens it, like the layout panel.
 */
export function useSearch() {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const dark = useChoices().navTheme === 'realDark'
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const [wanted, setWanted] = useState<{ palette?: true; keys?: true }>({})
  const show = useCallback((what: 'palette' | 'keys') => {
    setWanted((before) => ({ ...before, [what]: true }))
    setOpen(what)
  }, [])
  const go = useCallback(
    (path: string, state?: object) => void navigate(path, { state }),
    [navigate],
  )
  // A function rather than the commands themselves: their texts are loaded with the palette.
  const commands = useCallback(
    () => commandsOf(user, { dark, go, showKeys: () => show('keys') }),
    [user, dark, go, show],
  )
  useKeys({
    'mod+k': () => (open === 'palette' ? setOpen(undefined) : show('palette')),
    '?': () => show('keys'),
    'mod+enter': submitTop,
  })
  const close = () => setOpen(undefined)
  const button = (
    <button
      type="button"
      className={styles.searchButton}
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      title={`${t('layout.search')} (${modName}+K)`}
      onClick={() => show('palette')}
    >
      <SearchOutlined aria-hidden />
      <span className={styles.searchName}>{t('layout.search')}</span>
      <kbd className={styles.searchKey} aria-hidden>
        {modName} K
      </kbd>
    </button>
  )
  const palette = (
    <Suspense>
      {wanted.palette && (
        <LazyPalette open={open === 'palette'} commands={commands} onGo={go} onClose={close} />
      )}
      {wanted.keys && <LazyKeys open={open === 'keys'} onClose={close} />}
    </Suspense>
  )
  return { button, palette }
}
