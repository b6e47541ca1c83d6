import { Component, type ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import { ChunkLoadError } from '../../lib/lazyPage.ts'
import { StatePage } from '../../ui/page/StatePage.tsx'

type Props = { children: ReactNode }

/** An error in a page never leaves a blank screen. */
export class ErrorBoundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (!('error' in this.state)) return this.props.children
    const kind = this.state.error instanceof ChunkLoadError ? 'chunk' : 'crash'
    return (
      <StatePage
        status={kind === 'chunk' ? 'warning' : 'error'}
        title={t(`${kind}.title`)}
        description={t(`${kind}.description`)}
        // A full reload, not a second import: after a deployment only the new index.html knows the new file names.
        action={{ label: t('action.retry'), onClick: () => window.location.reload() }}
      />
    )
  }
}
