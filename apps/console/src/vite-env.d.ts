interface ImportMetaEnv {
  /** `false` builds without the progressive web app. */
  readonly VITE_PWA?: string
  /** Release and commit of this build (vite.config.ts). */
  readonly VITE_VERSION: string
}
