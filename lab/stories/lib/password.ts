/** The password of the users that the test stack seeds into its own throw-away database. */
export const e2ePassword = 'e2e-only-password'
