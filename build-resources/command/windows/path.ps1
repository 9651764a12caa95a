# Puts the folder of the command "darkslide" on the PATH, or takes it off: path.ps1 add|remove user|machine
# The value is read and written as it stands, with its %variables%, and however long it is.
param([string]$Action, [string]$Whose)
$ErrorActionPreference = 'Stop'

if ($Whose -eq 'machine') {
  $root = [Microsoft.Win32.Registry]::LocalMachine
  $name = 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
} else {
  $root = [Microsoft.Win32.Registry]::CurrentUser
  $name = 'Environment'
}
$key = $root.OpenSubKey($name, $true)
$keep = [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames
$path = [string]$key.GetValue('Path', '', $keep)
$parts = @($path.Split(';') | Where-Object { $_ -ne '' -and $_.TrimEnd('\') -ne $PSScriptRoot })
if ($Action -eq 'add') { $parts += $PSScriptRoot }
$key.SetValue('Path', ($parts -join ';'), [Microsoft.Win32.RegistryValueKind]::ExpandString)
$key.Close()
