import { lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router'
import { unsaved } from '../../lib/unsaved.ts'

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'))

/**
 * Every navigation asks about unsaved changes first. react-router's own blocker needs its data
 * router, which is 16 kB more; this is the navigator that all links and `useNavigate` go through.
 */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const context = use(NavigationContext)
  const value = useMemo(() => ({ ...context, navigator: guarded(context.navigator) }), [context])
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => unsaved.bind((go) => setLeave(() => go)), [])
  return (
    <NavigationContext value={value}>
      {children}
      {leave && (
        <Suspense>
          <LeaveDialog onLeave={leave} onClose={() => setLeave(undefined)} />
        </Suspense>
      )}
    </NavigationContext>
  )
}

const guarded = (navigator: Navigator): Navigator =>
  Object.create(navigator, {
    push: {
      value: (...to: Parameters<Navigator['push']>) => unsaved.leave(() => navigator.push(...to)),
    },
    replace: {
      value: (...to: Parameters<Navigator['replace']>) =>
        unsaved.leave(() => navigator.replace(...to)),
    },
  })
