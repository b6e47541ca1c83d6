/** The program that a test runs beside an installation: it signs in as the super admin whom the document's commands made, as the console would. */
export const signInScript = `
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const [, url, username, password] = process.argv
const signIn = () => fetch(url + '/api/login/account', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username, password, remember: false }),
})
// The processes take some seconds to start; a person would load the page again.
let answer = await signIn().catch(() => undefined)
for (let tries = 0; tries < 240 && (!answer || answer.status >= 500); tries++) {
  await new Promise((resolve) => setTimeout(resolve, 500))
  answer = await signIn().catch(() => undefined)
}
const { success, data, errorMessage } = await answer.json()
if (!success || !(data.token || data.secondFactor)) throw new Error('not signed in: ' + errorMessage)
const page = await (await fetch(url + '/user/login', { headers: { accept: 'text/html' } })).text()
if (!page.includes('id="root"')) throw new Error('the console is not served')
console.log('signed in')
`
/** What a person would type at the prompt. */
export const typedPassword = 'Nine tall ships at noon'
