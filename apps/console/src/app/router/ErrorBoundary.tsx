import { Component, type ReactNode } from 'react'
import { t } from '../../lib/i18n.ts'
import { ChunkLoadError } from '../../lib/lazyPage.ts'
import { StatePage } from '../../ui/page/StatePage.tsx'
import { Button } from '../../ui/plain/Button.tsx'

type Props = { children: ReactNode; at?: string }
type State = { at?: string | undefined; error?: unknown }

/** An error in a page never leaves a blank screen. Another address (`at`) is another try. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, error: undefined }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    const kind = this.state.error instanceof ChunkLoadError ? 'chunk' : 'crash'
    return (
      <StatePage
        status={kind === 'chunk' ? 'warning' : 'error'}
        title={t(`${kind}.title`)}
        description={t(`${kind}.description`)}
        // A full reload, not a second import: after a deployment only the new index.html knows
        // the new file names.
        action={
          <Button kind="primary" onClick={() => window.location.reload()}>
            {t('action.retry')}
          </Button>
        }
      />
    )
  }
}
