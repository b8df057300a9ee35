/** The handlers of managing packages. */
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import { type ManagedPackage, type managePackageRoutes, refuseManage } from "../manage-contract.ts";
import { isTooCheap } from "../rules.ts";
import { checkCoursesOf } from "./least-price.ts";
import { add, change, defined, type ManageDeps, existingOne } from "./manage.ts";
import * as store from "./manage-store.ts";

export function managePackageHandlers(deps: ManageDeps): Handlers<typeof managePackageRoutes> {
  const { db } = deps;
  return {
    listManagedPackages: async () => ({ status: 200, body: { packages: await views(db) } }),

    createPackage: async ({ caller, connection, body }) => {
      const { price, onSale, isPopular, ...same } = body;
      const draft = { ...same, ...defined({ isPopular, active: onSale }), priceCents: toCents(price) };
      const made = await add(deps, { caller, key: connection.key }, "package", draft, view, async (tx, id) =>
        checkCoursesOf(tx, existingOne(await store.readPackages(tx, id))),
      );
      return { status: 201, body: { package: made } };
    },

    changePackage: async ({ caller, params, body }) => {
      const { version, price, onSale, ballCount, packageType, ...same } = body;
      const changed = await change(deps, caller, { kind: "package", id: params.id, version }, view, async (tx, row) => {
        // A golfer may be looking at the package now: what a price pays for never changes.
        if ((ballCount ?? row.ballCount) !== row.ballCount || (packageType ?? row.packageType) !== row.packageType)
          throw refuseManage("manage.package_is_fixed");
        const fields = defined({
          ...same,
          active: onSale,
          priceCents: price === undefined ? undefined : toCents(price),
        });
        const next = { ...row, ...fields };
        if (next.priceCents !== row.priceCents || next.active !== row.active) await checkCoursesOf(tx, next);
        return fields;
      });
      return { status: 200, body: { package: changed } };
    },
  };
}

async function views(db: Db, id?: number): Promise<ManagedPackage[]> {
  const rows = await store.readPackages(db, id);
  const courses = (await store.readCourses(db)).filter((course) => course.active);
  return rows.map(({ priceCents, active, ...row }) => ({
    ...row,
    price: toDollars(priceCents),
    onSale: active,
    tooCheap: courses
      .filter(({ priceFactorBp }) => active && isTooCheap(priceCents, priceFactorBp))
      .map(({ name }) => name),
  }));
}

async function view(db: Db, id: number): Promise<ManagedPackage> {
  return existingOne(await views(db, id));
}
