import app from './app/app.ts'
import login from './people/login.ts'

export default { ...app, ...login }
