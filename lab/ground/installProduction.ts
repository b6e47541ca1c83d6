/**
 * What the API runs with, and none of the console's libraries. Install scripts are for
 * parts of the tests.
 */
export const installProduction = [
  ...['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'],
  ...['--workspace=@paydesk/api', '--workspace=@paydesk/contract', '--workspace=@paydesk/paypal'],
]
