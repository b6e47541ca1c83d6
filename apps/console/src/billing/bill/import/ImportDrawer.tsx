import { Suspense } from 'react'
import { withTexts } from '../../../lib/i18n.ts'
import { lazyPage } from '../../../lib/lazyPage.ts'

export type ImportDrawerProps = { open: boolean; onClose: () => void }

const Panel = lazyPage<{ onClosed: () => void }>(
  withTexts(['billImport'], () => import('./ImportPanel.tsx')),
)

/** Loads its code and texts when it is first opened: few people who look at bills import any. */
export const ImportDrawer = ({ open, onClose }: ImportDrawerProps) =>
  open ? (
    <Suspense fallback={null}>
      <Panel onClosed={onClose} />
    </Suspense>
  ) : null
