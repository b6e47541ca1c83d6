type State = {
  now: string
  accounts: { id: string; apps: { id: string; clientId: string; scopes: string[] }[] }[]
}

const state = async (url: string): Promise<State> =>
  (await fetch(`${url}/sim/state`)).json() as Promise<State>

/** The simulator's levers that the probe pulls where it would ask a person. */
export const sim = {
  now: async (url: string) => new Date((await state(url)).now),
  appOf: async (url: string, clientId: string) => {
    for (const account of (await state(url)).accounts)
      for (const app of account.apps)
        if (app.clientId === clientId)
          return { accountId: account.id, appId: app.id, scopes: app.scopes }
    throw new Error(`The simulator at ${url} has no app with this client id.`)
  },
  act: async (url: string, action: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}/sim/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`The simulator refused ${action}: ${answer.status}`)
  },
}
