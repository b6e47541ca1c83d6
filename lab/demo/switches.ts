import type { SimConfig } from '../../apps/paypal-sim/src/world/config.ts'

/**
 * How the demo's PayPal behaves where nobody knows how PayPal does (docs/paypal-simulator.md): so
 * that refunds can be shown, and fees at once. The tests stand on the worse positions.
 */
export const demoSwitches = {
  invoiceRefund: 'allowed',
  invoiceCapture: 'shown',
  invoiceFollowsRefund: true,
} as const satisfies Partial<SimConfig>
