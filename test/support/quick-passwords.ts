import argon2 from '@node-rs/argon2';

const QUICK = { memoryCost: 8, timeCost: 1 };

/** Passwords hashed from now on cost little, whatever cost the product asks for; the spy has seen what it asked for. */
export function hashPasswordsQuickly(): jest.SpyInstance<ReturnType<typeof argon2.hash>> {
  if (jest.isMockFunction(argon2.hash)) return jest.spyOn(argon2, 'hash');
  const { hash } = argon2;
  return jest
    .spyOn(argon2, 'hash')
    .mockImplementation((password, cost, signal) => hash(password, { ...cost, ...QUICK }, signal));
}
