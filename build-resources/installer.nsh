; What the Windows installer does besides copying files: adds Darkslide to "Open with" for photos without
; changing the default program, puts the command `darkslide` on the PATH, and protects the folder of the
; administrator policy.

!macro eachPhoto Action
  !insertmacro ${Action} "jpg"
  !insertmacro ${Action} "jpeg"
  !insertmacro ${Action} "png"
  !insertmacro ${Action} "webp"
  !insertmacro ${Action} "tif"
  !insertmacro ${Action} "tiff"
  !insertmacro ${Action} "heic"
  !insertmacro ${Action} "heif"
  !insertmacro ${Action} "avif"
  !insertmacro ${Action} "dng"
  !insertmacro ${Action} "cr2"
  !insertmacro ${Action} "cr3"
  !insertmacro ${Action} "crw"
  !insertmacro ${Action} "nef"
  !insertmacro ${Action} "arw"
  !insertmacro ${Action} "raf"
  !insertmacro ${Action} "orf"
  !insertmacro ${Action} "rw2"
  !insertmacro ${Action} "pef"
  !insertmacro ${Action} "srw"
  !insertmacro ${Action} "psd"
!macroend

!macro offerFor Ext
  WriteRegStr SHELL_CONTEXT "Software\Classes\.${Ext}\OpenWithProgids" "Darkslide.Photo" ""
!macroend

!macro forget Ext
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${Ext}\OpenWithProgids" "Darkslide.Photo"
!macroend

!macro changePath Action
  ${if} $installMode == "all"
    StrCpy $R0 "machine"
  ${else}
    StrCpy $R0 "user"
  ${endif}
  nsExec::Exec '"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\bin\path.ps1" ${Action} $R0'
  Pop $R0
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
!macroend

!macro giveRights Path Rights
  nsExec::Exec '"$SYSDIR\icacls.exe" "${Path}" ${Rights} /L /Q'
  Pop $R0
!macroend

; Protects the folder of the administrator policy. Any user may create folders in ProgramData, so this creates
; the folder or takes ownership of it: administrators and the system may write, users may read. Changes only the
; folder and policy.json. Removes a link in place of the folder, because the rights would apply to its target.
!macro guardPolicy
  ReadEnvStr $R1 "ProgramData"
  System::Call 'kernel32::GetFileAttributes(t "$R1\Darkslide") i .R2'
  IntOp $R3 $R2 & 0x400
  ${if} $R2 <> -1
  ${andIf} $R3 <> 0
    RMDir "$R1\Darkslide"
  ${endif}
  CreateDirectory "$R1\Darkslide"
  !insertmacro giveRights "$R1\Darkslide" "/setowner *S-1-5-32-544"
  !insertmacro giveRights "$R1\Darkslide" "/reset"
  !insertmacro giveRights "$R1\Darkslide" "/inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX"
  !insertmacro giveRights "$R1\Darkslide\policy.json" "/setowner *S-1-5-32-544"
  !insertmacro giveRights "$R1\Darkslide\policy.json" "/reset"
!macroend

!macro customInstall
  ${if} $installMode == "all"
    !insertmacro guardPolicy
  ${endif}
  WriteRegStr SHELL_CONTEXT "Software\Classes\Darkslide.Photo" "" "Photo"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Darkslide.Photo\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Darkslide.Photo\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro eachPhoto offerFor
  !insertmacro changePath add
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    !insertmacro eachPhoto forget
    DeleteRegKey SHELL_CONTEXT "Software\Classes\Darkslide.Photo"
    !insertmacro changePath remove
  ${endif}
!macroend
