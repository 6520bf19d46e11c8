/** Why a settings file is left unchanged. */
export class SettingsFault extends Error {
  override readonly name = "SettingsFault";
}
