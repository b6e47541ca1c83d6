import type { TextKey } from './i18n.ts'

/** A route is named by its text `menu.<name>`, so a route without a title does not compile. */
export type RouteName = TextKey extends infer Key
  ? Key extends `menu.${infer Name}`
    ? Name
    : never
  : never
