interface ImportMetaEnv {
  /** `false` builds without the progressive web app. */
  readonly VITE_PWA?: string
}
