import { describe, expect, test } from 'vitest'
import { canAccess, canAdmin, canPermission, canSuperAdmin } from './access.ts'

const user = (roles: string[], permissions: string[] = []) => ({ roles, permissions })
const nobody = user([])
const operator = user(['Operator'], ['ViewPayPalBill', 'ViewPayPalBillManage'])
const admin = user(['Admin'])
const superAdmin = user(['SuperAdmin'])

describe('spec §6', () => {
  test('SuperAdmin gives canSuperAdmin; Admin or SuperAdmin gives canAdmin', () => {
    expect([nobody, operator, admin, superAdmin].map(canSuperAdmin)).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect([nobody, operator, admin, superAdmin].map(canAdmin)).toEqual([false, false, true, true])
  })

  test('canPermission is true for an admin or when the name is in the list', () => {
    expect(
      [nobody, operator, admin, superAdmin].map((who) => canPermission(who, 'ViewPayPalBill')),
    ).toEqual([false, true, true, true])
    expect(canPermission(operator, 'ViewUser')).toBe(false)
  })

  test('a value with several names separated by | is allowed to whoever has any one', () => {
    const either = 'ViewPayPalBill|ViewAllPayPalBill'
    expect(canAccess(operator, either)).toBe(true)
    expect(canAccess(user([], ['ViewAllPayPalBill']), either)).toBe(true)
    expect(canAccess(user([], ['ViewUser']), either)).toBe(false)
  })

  test('a value with names joined by & is allowed only to whoever has them all, and to admins', () => {
    const both = 'ViewPaypalTransaction&ExportData'
    expect(canAccess(user([], ['ViewPaypalTransaction']), both)).toBe(false)
    expect(canAccess(user([], ['ExportData', 'ViewPaypalTransaction']), both)).toBe(true)
    expect(canAccess(admin, both)).toBe(true)
  })

  test('a route with no permission value is allowed only to admins', () => {
    expect(
      [undefined, nobody, operator, admin, superAdmin].map((who) => canAccess(who, 'admin')),
    ).toEqual([false, false, false, true, true])
  })

  test('the super-admin group has a check of its own that an admin does not pass', () => {
    expect(
      [undefined, operator, admin, superAdmin].map((who) => canAccess(who, 'superAdmin')),
    ).toEqual([false, false, false, true])
  })

  test('public is for everyone, signedIn for every user', () => {
    expect([undefined, nobody].map((who) => canAccess(who, 'public'))).toEqual([true, true])
    expect([undefined, nobody, operator].map((who) => canAccess(who, 'signedIn'))).toEqual([
      false,
      true,
      true,
    ])
  })
})
